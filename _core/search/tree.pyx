"""A search tree in one block of plain nodes with a fixed bound; when the block is full the tree no longer grows.

It knows no game, no playout and no rule of selection.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from tileengine._core.snapshot cimport snapshot_hash


cdef int tree_open(Tree* t, int capacity, int seats) noexcept nogil:
    """Allocates the nodes and makes the root; 0, or -1 without memory. Pages never used are never touched."""
    t.nodes = <Node*>malloc(capacity * sizeof(Node))
    t.values = <double*>calloc(<size_t>capacity * seats, sizeof(double))
    t.capacity = capacity
    t.seats = seats
    t.count = 1
    if t.nodes == NULL or t.values == NULL:
        return -1
    t.nodes[0].key = 0
    t.nodes[0].child = t.nodes[0].sibling = 0
    t.nodes[0].visits = t.nodes[0].available = 0
    t.nodes[0].rating = 0
    return 0


cdef void tree_close(Tree* t) noexcept nogil:
    free(t.nodes)
    free(t.values)
    t.nodes = NULL
    t.values = NULL


cdef int32_t tree_child(Tree* t, int32_t parent, uint32_t key) noexcept nogil:
    """The child with a key, or 0."""
    cdef int32_t at = t.nodes[parent].child
    while at and t.nodes[at].key < key:
        at = t.nodes[at].sibling
    return at if at and t.nodes[at].key == key else 0


cdef int32_t tree_add(Tree* t, int32_t parent, uint32_t key, float rating) noexcept nogil:
    """Adds a child that is not there yet; 0 when the block is full."""
    cdef int32_t at = t.count
    cdef int32_t* link = &t.nodes[parent].child
    if at == t.capacity:
        return 0
    t.count += 1
    while link[0] and t.nodes[link[0]].key < key:
        link = &t.nodes[link[0]].sibling
    t.nodes[at].key = key
    t.nodes[at].child = 0
    t.nodes[at].sibling = link[0]
    t.nodes[at].visits = 0
    t.nodes[at].available = 0
    t.nodes[at].rating = rating
    link[0] = at
    return at


cdef uint64_t tree_digest(const Tree* t) noexcept nogil:
    """A hash of every node and every value: equal exactly when two searches grew the same tree."""
    cdef uint64_t folded[2]
    cdef int32_t at = 0
    cdef int32_t some
    folded[0] = folded[1] = <uint64_t>t.count
    while at < t.count:     # in pieces, as snapshot_hash takes an int
        some = min(t.count - at, 65536)
        folded[1] = snapshot_hash(<const uint8_t*>(t.nodes + at), some * <int>sizeof(Node))
        folded[0] = snapshot_hash(<const uint8_t*>folded, 16)
        folded[1] = snapshot_hash(<const uint8_t*>(t.values + <size_t>at * t.seats),
                                  some * t.seats * <int>sizeof(double))
        folded[0] = snapshot_hash(<const uint8_t*>folded, 16)
        at += some
    return folded[0]
