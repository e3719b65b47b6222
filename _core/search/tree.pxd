"""The nodes of a search tree; see tree.pyx."""
from libc.stdint cimport int32_t, uint32_t, uint64_t

# One node below the root stands for an action, or (kind bits 0) for what the action above it uncovered.
ctypedef struct Node:
    uint32_t key            # the action without the bits GameOps.alike, or what was revealed
    int32_t child           # the first child, children ascend by key; 0: none
    int32_t sibling
    uint32_t visits
    uint32_t available      # visits of the parent in which this action was legal
    float rating            # GameOps.rate when the node was made

ctypedef struct Tree:
    Node* nodes             # node 0 is the root
    double* values          # per node and seat, the sum of utilities
    int32_t count
    int32_t capacity
    int32_t seats

cdef int tree_open(Tree* t, int capacity, int seats) noexcept nogil
cdef void tree_close(Tree* t) noexcept nogil
cdef int32_t tree_child(Tree* t, int32_t parent, uint32_t key) noexcept nogil
cdef int32_t tree_add(Tree* t, int32_t parent, uint32_t key, float rating) noexcept nogil
cdef uint64_t tree_digest(const Tree* t) noexcept nogil
