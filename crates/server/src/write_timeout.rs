//! A connection whose other end must take what it is sent.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A whole message may take this many times as long as a part of it.
const WHOLE: u32 = 6;

/// A stream that fails when the other end takes nothing for a while, or takes for ever for one message: somebody who asks and
/// never reads must not keep a connection.
pub(super) struct WriteTimeout<S> {
    stream: S,
    patience: Duration,
    /// Since nothing was taken.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Since something began to wait that is not taken completely.
    behind: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(super) fn new(stream: S, patience: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, patience, stalled: None, behind: None }
    }

    /// What a write or a flush came to, or that patience has run out.
    fn judge<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if poll.is_ready() {
            self.stalled = None;
        } else {
            let patience = self.patience;
            let sleep = |time: Duration| Box::pin(tokio::time::sleep(time));
            let stalled = self.stalled.get_or_insert_with(|| sleep(patience));
            let behind = self.behind.get_or_insert_with(|| sleep(patience * WHOLE));
            if stalled.as_mut().poll(context).is_ready() || behind.as_mut().poll(context).is_ready()
            {
                let message = "the client does not take what it asked for";
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, message)));
            }
        }
        poll
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let poll = Pin::new(&mut own.stream).poll_write(context, bytes);
        own.judge(context, poll)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let own = self.get_mut();
        let poll = Pin::new(&mut own.stream).poll_write_vectored(context, parts);
        own.judge(context, poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let poll = Pin::new(&mut own.stream).poll_flush(context);
        let flushed = ready!(own.judge(context, poll));
        // A writer flushes when nothing waits any more.
        own.behind = None;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let own = self.get_mut();
        let poll = Pin::new(&mut own.stream).poll_shutdown(context);
        own.judge(context, poll)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.unwrap().block_on(future)
    }

    #[test]
    fn who_takes_nothing_loses_the_connection() {
        block_on(async {
            let (own, mut other) = tokio::io::duplex(64);
            let mut own = WriteTimeout::new(own, Duration::from_millis(50));
            own.write_all(&[0; 64]).await.unwrap();
            let error = own.write_all(&[0; 64]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            other.read_exact(&mut [0; 64]).await.unwrap();
        });
    }

    #[test]
    fn who_takes_a_drop_at_a_time_loses_it_too() {
        block_on(async {
            let (own, mut other) = tokio::io::duplex(4);
            let mut own = WriteTimeout::new(own, Duration::from_millis(50));
            let dripping = async {
                while other.read_u8().await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            let error = async {
                let error = own.write_all(&[0; 1000]).await.unwrap_err();
                drop(own);
                error
            };
            let (error, ()) = tokio::join!(error, dripping);
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn who_reads_is_told_everything() {
        block_on(async {
            let (own, mut other) = tokio::io::duplex(64);
            let mut own = WriteTimeout::new(own, Duration::from_secs(60));
            let mut taken = vec![];
            let (written, read) = tokio::join!(
                async {
                    own.write_all(&[7; 10_000]).await?;
                    own.shutdown().await
                },
                other.read_to_end(&mut taken)
            );
            assert_eq!((written.is_ok(), read.unwrap()), (true, 10_000));
        });
    }
}
