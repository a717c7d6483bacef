//! Both ends of the Challenge protocol over real sockets on the loopback interface.

mod faults;
mod hostile_servers;
mod live;
mod peers;
mod rounds;
mod tracker;
