// Package handover passes listening sockets to an edge and from one edge to the next, so that no
// connection is refused while the program is replaced.
//
// # Where sockets come from
//
// [Inherit] takes the sockets that another process has opened: systemd, by socket activation
// (LISTEN_FDS, LISTEN_PID and LISTEN_FDNAMES of sd_listen_fds(3)), or the edge that runs already.
// A socket is known by its name, FileDescriptorName= in a unit of systemd. [Sockets.Listen] returns
// the inherited socket of a name, and opens one where none was inherited.
//
// # From one edge to the next
//
// [Sockets.HandOver] starts the program anew by the path and with the arguments of this process.
// The new process gets the sockets as systemd would pass them, and one end of a socket pair, whose
// descriptor CARTAZ_HANDOVER names:
//
//	new  {"serves":["festa","palco"]}   it has opened its releases; it accepts nothing yet
//	old  go                             it serves every brand that the old one serves
//	new  serving                        it accepts connections
//
// Only then the old process stops accepting. A new process that ends early, serves less, or says
// nothing for [Patience] is ended, and the old one goes on. Meanwhile connections wait in the queue
// of the socket, which all processes share.
//
// LISTEN_PID cannot name a process that does not exist yet: a new edge gets the id of its parent.
//
// # Why not a library
//
// Libraries for graceful restarts pass sockets in a form of their own and know nothing of those of
// systemd; an edge would need both, and the comparison of brands on top. go-systemd reads the
// variables of systemd and tells it of the new process.
package handover
