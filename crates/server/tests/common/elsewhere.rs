//! Another address of this machine: to the server, somebody else.

use std::net::{Ipv4Addr, SocketAddr, TcpStream};

/// Connects from 127.0.0.2, which the standard library cannot do.
pub fn connect(addr: SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, 2), 0)))?;
        socket.connect(addr).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}
