// The line to a table. It comes back by itself: after a second, then more slowly, and at once when the browser says
// that there is a network again or the page is looked at again.

const FIRST = 1000;
const SLOWEST = 20000;
const QUIET = 25000;

/**
 * Opens the line. `mark()` says which events the page has; `onState` gets state messages, `onError` refusals,
 * `onLine` one of `on`, `off` (it will come back) and `gone` (wrong token, no such table: with the code).
 */
export function connect({ table, token, mark, onState, onError, onLine }) {
  let socket = null;
  let wait = FIRST;
  let timer = 0;
  let beat = 0;
  let heard = 0;
  let over = false;

  function open() {
    clearTimeout(timer);
    timer = 0;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const mine = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/live`);
    socket = mine;
    mine.onopen = () => {
      heard = Date.now();
      send({ type: 'hello', token: token ?? null, ...mark() });
    };
    mine.onmessage = ({ data }) => {
      heard = Date.now();
      const message = JSON.parse(data);
      if (message.type === 'state') {
        wait = FIRST;
        onLine('on');
        onState(message);
      } else if (message.type === 'error') {
        onError(message);
      }
    };
    mine.onclose = ({ code }) => {
      if (socket !== mine) return;
      socket = null;
      if (over) return;
      if (code === 4001 || code === 4004) {
        over = true;
        onLine('gone', code);
        return;
      }
      onLine('off');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.7, SLOWEST);
    };
  }

  function send(message) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function again() {
    if (over) return;
    if (!socket) {
      wait = FIRST;
      open();
    } else {
      // A laptop that slept may hold a dead line that looks open.
      send({ type: 'ping' });
    }
  }

  function pulse() {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - heard > 3 * QUIET) socket.close();
    else send({ type: 'ping' });
  }

  beat = setInterval(pulse, QUIET);
  addEventListener('online', again);
  const seen = () => document.visibilityState === 'visible' && again();
  document.addEventListener('visibilitychange', seen);
  // A browser may keep a page that was left, and its line with it: the others would wait for somebody who has gone.
  const leave = () => {
    clearTimeout(timer);
    const left = socket;
    socket = null;
    left?.close();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', again);
  open();

  return {
    send,
    again,
    close() {
      over = true;
      clearTimeout(timer);
      clearInterval(beat);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', again);
      socket?.close();
    },
  };
}
