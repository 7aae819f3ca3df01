// Keeps the pages themselves, so that an installed Kontra opens while its server is away. What the server says about games is
// never kept here. The network always goes first: a new version shows at once.
const CACHE = 'kontra-shell';
const PAGES = ['/', '/learn', '/mine', '/puzzles', '/rules'];
/** Modules that are imported by a name that is put together. */
const TEXTS = ['en.js', 'de.js', 'en-more.js', 'de-more.js'];
const NAMED = /(?:href|src)="(\/a\/\w+\/(?:js|css)\/[^"]+|\/icon\.svg|\/manifest\.webmanifest)"|(?:from |import |import\()'(\.\/[\w-]+\.js)'/g;

/** Fetches a file and all files that it names. */
async function keep(cache, path, seen) {
  if (seen.has(path)) return;
  seen.add(path);
  const answer = await fetch(path, { cache: 'no-cache' });
  if (!answer.ok) return;
  await cache.put(path, answer.clone());
  if (/\.(css|svg|webmanifest)$/.test(path)) return;
  const text = await answer.text();
  const named = [...text.matchAll(NAMED)].map(([, whole, module]) => whole ?? new URL(module, new URL(path, location.origin)).pathname);
  const texts = path.endsWith('/i18n.js') ? TEXTS.map((name) => new URL(name, new URL(path, location.origin)).pathname) : [];
  await Promise.all([...named, ...texts].map((each) => keep(cache, each, seen)));
}

/** Keeps this version of the pages in place of the one before. */
async function keepAll() {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  const seen = new Set();
  await Promise.all(PAGES.map((page) => keep(cache, page, seen)));
}

addEventListener('install', (event) => { event.waitUntil(keepAll().then(() => self.skipWaiting())); });
addEventListener('activate', (event) => { event.waitUntil(self.clients.claim()); });

/** Whether a page belongs to another version than the one that is kept: its files have another hash in their paths. */
async function isNew(page) {
  const [stamp] = /\/a\/\w+\//.exec(await page.text()) ?? [];
  const cache = await caches.open(CACHE);
  return stamp && !(await cache.keys()).some(({ url }) => url.includes(stamp));
}

/** Games, tables and everything else that is not a page or a part of one. */
const isShell = ({ origin, pathname }) => origin === location.origin && !/^\/(api|healthz|readyz|metrics)\b/.test(pathname);

async function answer(event) {
  const { request } = event;
  const { pathname } = new URL(request.url);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && PAGES.includes(pathname)) event.waitUntil(isNew(fresh.clone()).then((other) => other && keepAll()));
    return fresh;
  } catch (error) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(pathname) ?? await cache.match(`/${pathname.split('/')[1]}`);
    if (kept) return kept;
    if (request.mode === 'navigate') return await cache.match('/') ?? Response.error();
    throw error;
  }
}

addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && isShell(new URL(event.request.url))) event.respondWith(answer(event));
});
