"""Turns a View, the cells it names, the art of its pieces, and prospects into plain Python values. It knows no game."""
from libc.math cimport isnan
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from tileengine._core.codes cimport NO_PLACE, PROSPECTS_MAX, TEXT_MAX, VERTICES_MAX
from tileengine._core.ops cimport GameOps
from tileengine._core.state cimport State
from tileengine._core.view cimport Art, View, art_clear, view_clear


cdef str _place(const GameOps* ops, int place):
    cdef char out[TEXT_MAX]
    cdef int n
    if place == NO_PLACE:
        return ""
    n = ops.place_write(place, out)
    return out[:n].decode()


cdef str _piece(const GameOps* ops, int piece):
    cdef char out[TEXT_MAX]
    cdef int n
    if piece < 0:
        return ""
    n = ops.piece_write(piece, out)
    return out[:n].decode()


cdef list _polylines(const float* points, int start, int count):
    cdef int i
    lines = []
    line = []
    for i in range(start, start + count):
        if isnan(points[2 * i]):
            if line:
                lines.append(line)
            line = []
        else:
            line.append((points[2 * i], points[2 * i + 1]))
    if line:
        lines.append(line)
    return lines


cdef dict view_dict(const GameOps* ops, const State* s, bint geometry):
    """The view as a dict of lists of dicts; with geometry also cells (polygons) and each piece's art."""
    cdef View* v = <View*>malloc(sizeof(View))
    cdef Art art
    cdef float xy[2 * VERTICES_MAX]
    cdef int i, j, n, place
    if v == NULL:
        raise MemoryError()
    try:
        view_clear(v)
        ops.view(s, v)
        zones = [{"name": v.zones[i].name.decode(), "owner": v.zones[i].owner, "hidden": bool(v.zones[i].hidden),
                  "size": v.zones[i].size} for i in range(v.zones_count)]
        pieces = []
        places = set()
        for i in range(v.pieces_count):
            p = &v.pieces[i]
            place = <int>p.place
            piece = {"zone": p.zone, "piece": p.piece, "name": _piece(ops, p.piece), "place": place,
                     "place_name": _place(ops, place), "rotation": p.rotation, "index": p.index}
            if place != NO_PLACE:
                places.add(place)
            if geometry and p.piece >= 0:
                art_clear(&art)
                ops.draw(place, p.piece, p.rotation, &art)
                piece["strokes"] = [
                    {"colour": art.strokes[j].colour, "filled": bool(art.strokes[j].filled),
                     "points": [(art.points[2 * k], art.points[2 * k + 1])
                                for k in range(art.strokes[j].start, art.strokes[j].start + art.strokes[j].count)]}
                    for j in range(art.strokes_count)]
                piece["labels"] = [{"x": art.labels[j].x, "y": art.labels[j].y, "text": art.labels[j].text.decode()}
                                   for j in range(art.labels_count)]
            pieces.append(piece)
        marks = []
        for i in range(v.marks_count):
            place = <int>v.marks[i].place
            places.add(place)
            marks.append({"name": v.marks[i].name.decode(), "seat": v.marks[i].seat, "place": place,
                          "place_name": _place(ops, place), "value": v.marks[i].value})
        features = []
        for i in range(v.features_count):
            f = &v.features[i]
            items = []
            for j in range(f.items_start, f.items_start + f.items_count):
                place = <int>v.items[j].place
                places.add(place)
                items.append({"place": place, "place_name": _place(ops, place), "a": v.items[j].a, "b": v.items[j].b})
            features.append({"name": f.name.decode(), "seat": f.seat, "colour": f.colour, "value": f.value,
                             "closed": bool(f.closed), "items": items,
                             "polylines": _polylines(v.points, f.points_start, f.points_count)})
        result = {
            "zones": zones, "pieces": pieces, "marks": marks, "features": features, "overflow": bool(v.overflow),
            "counters": [{"name": v.counters[i].name.decode(), "seat": v.counters[i].seat,
                          "value": v.counters[i].value} for i in range(v.counters_count)],
        }
        if geometry:
            cells = []
            for place in sorted(places):
                n = ops.polygon(place, xy)
                corners = [(xy[2 * j], xy[2 * j + 1]) for j in range(n)]
                cells.append({"place": place, "name": _place(ops, place), "polygon": corners,
                              "centre": (sum([c[0] for c in corners]) / n, sum([c[1] for c in corners]) / n) if n
                              else (0.0, 0.0)})
            result["cells"] = cells
        return result
    finally:
        free(v)


cdef dict prospects_dict(const GameOps* ops, const State* seen, const State* s, int seat):
    """Name -> value of what s promises a seat; None where the viewer of `seen` can't know it."""
    cdef int32_t values[PROSPECTS_MAX]
    cdef int i
    if ops.prospects_count:
        ops.prospects_fill(seen, s, seat, values)
    return {ops.prospects[i].name.decode(): values[i] if values[i] >= 0 else None for i in range(ops.prospects_count)}
