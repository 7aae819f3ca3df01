// Texts in the page's language.
const texts = { en: {}, de: {} };
/** Texts of all pages, and perhaps those of some. */
const parts = [''];
const there = new Set();

export const lang = () => (document.documentElement.lang === 'de' ? 'de' : 'en');

/** Fetches the texts of a language, once; nobody needs those of the other one. */
export async function load(code) {
  await Promise.all(parts.map(async (part) => {
    const name = `${code}${part}`;
    if (there.has(name)) return;
    Object.assign(texts[code], (await import(`./${name}.js`)).default);
    there.add(name);
  }));
}

/** More texts, for pages that need them: a table should not have to fetch those of all other pages. */
export async function loadMore() {
  if (!parts.includes('-more')) parts.push('-more');
  await load(lang());
}

await load(lang());

/** The text of that name, with `{name}` replaced. Where the first of the values is one, `name-one` is meant, if there is such a text. */
export function t(name, values) {
  const all = texts[lang()];
  const one = values && Number(Object.values(values)[0]) === 1;
  const text = (one && all[`${name}-one`]) || (all[name] ?? name);
  return values ? text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '') : text;
}

export const has = (name) => name in texts[lang()];

/** What a game is called; a game that has no text here is called by its name. */
export const gameName = (game) => (has(game) ? t(game) : game.charAt(0).toUpperCase() + game.slice(1).replaceAll('-', ' '));

/** The label that the server sent, in the page's language. */
export const label = (thing, stem = 'label') => (lang() === 'de' && thing[`${stem}_de`]) || thing[stem] || '';

/** A number as it is written here; `signed` puts a plus before it. */
export function number(value, digits = 0, signed = false) {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  if (signed) options.signDisplay = 'exceptZero';
  // The sign for minus, as wide as a plus; a hyphen is easily overlooked.
  return new Intl.NumberFormat(lang(), options).format(value).replace('-', '−');
}

export const percent = (share, digits = 0) => `${number(share * 100, digits)}\u00a0%`;
