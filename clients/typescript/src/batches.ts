// Many questions in one message, and their answers. This file knows no transport and no game.
import { create } from "@bufbuild/protobuf";
import type { TileengineError } from "./errors.js";
import { BadField, ServerFault } from "./errors.js";
import { fromWire } from "./failures.js";
import type { Answer, Query as WireQuery } from "./gen/tileengine/v1/rules_service_pb.js";
import { QuerySchema, RulesService } from "./gen/tileengine/v1/rules_service_pb.js";
import type { Query } from "./query.js";

const ARMS = new Set(QuerySchema.fields.map((field) => field.localName));

/** The wire's Query messages. Throws BadField for a question that can't be part of a batch. */
export function wrap(questions: readonly Query<unknown>[]): WireQuery[] {
  return questions.map((question) => {
    // An arm of the wire's Query has the name of the method it asks.
    const arm = question.method.localName;
    if (!ARMS.has(arm) || question.method.parent.typeName !== RulesService.typeName) {
      throw new BadField(`${question.method.name} can't be part of a batch`, { field: "queries" });
    }
    const query = { case: arm, value: question.request } as WireQuery["query"];
    return create(QuerySchema, { query });
  });
}

/** What a batch answers: per question its value, or the exception of its failure. */
export type Answers<Q extends readonly Query<unknown>[]> = {
  -readonly [K in keyof Q]: (Q[K] extends Query<infer T> ? T : never) | TileengineError;
};

/** Per question its value, or the exception of its failure. */
export function unwrap<Q extends readonly Query<unknown>[]>(questions: Q, answers: readonly Answer[]): Answers<Q> {
  if (questions.length !== answers.length) throw new ServerFault("the server left questions of a batch unanswered");
  const found = questions.map((question, index) => {
    const answer = answers[index]?.answer;
    if (answer?.case === "error") return fromWire(answer.value);
    if (answer?.value === undefined) throw new ServerFault("the server left a question of a batch unanswered");
    return question.read(answer.value);
  });
  return found as Answers<Q>;
}
