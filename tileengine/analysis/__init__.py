"""Choosing and judging moves: analyses with certificates, levels of play, reviews, and the pool they run in."""

from tileengine.analysis.engine import analyse, default_settings
from tileengine.analysis.levels import LEVEL_MAX, Suggestion, suggest
from tileengine.analysis.pool import Pool, PoolFull
from tileengine.analysis.results import Analysis, BadBudget, Budget, Certificate, MoveReport, Prospect, Settings, Why
from tileengine.analysis.review import Review, review
from tileengine.analysis.stopping import Stopper

__all__ = [
    "LEVEL_MAX",
    "Analysis",
    "BadBudget",
    "Budget",
    "Certificate",
    "MoveReport",
    "Pool",
    "PoolFull",
    "Prospect",
    "Review",
    "Settings",
    "Stopper",
    "Suggestion",
    "Why",
    "analyse",
    "default_settings",
    "review",
    "suggest",
]
