// Package activation takes the listening sockets that systemd has opened, so that no connection is
// refused while the edge restarts: whoever connects meanwhile waits in the queue of the socket.
//
// [Inherit] takes the sockets of socket activation (LISTEN_FDS, LISTEN_PID and LISTEN_FDNAMES of
// sd_listen_fds(3)). A socket is known by its name, FileDescriptorName= in a unit of systemd.
// [Sockets.Listen] returns the inherited socket of a name, and opens one where none was inherited.
package activation
