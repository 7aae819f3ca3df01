// Runs before the first paint, so that a page does not flash in the wrong theme. All else can wait.
(() => {
  const read = (key) => {
    try { return localStorage.getItem(key); } catch { return null; }
  };
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const root = document.documentElement;
  const theme = read('kontra.theme')?.replaceAll('"', '');
  root.dataset.theme = theme === 'dark' || theme === 'light' ? theme : dark ? 'dark' : 'light';
  const lang = read('kontra.lang')?.replaceAll('"', '');
  root.lang = lang === 'en' || lang === 'de' ? lang : navigator.language.startsWith('de') ? 'de' : 'en';
  // The texts are needed before anything can be drawn.
  const texts = document.createElement('link');
  texts.rel = 'modulepreload';
  texts.href = new URL(`${root.lang}.js`, document.currentScript.src).href;
  document.head.append(texts);
})();
