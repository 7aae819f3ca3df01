// What agents are called, in place of their specs.
import { h } from './dom.js';
import { t, has, number } from './i18n.js';

/** What a spec says in words: `so-ismcts(iterations=5000)` is a tree search with 5,000 iterations. */
export function agentName(spec) {
  const [, kind, inside] = /^([\w-]+)(?:\((.*)\))?$/.exec(spec) ?? [];
  if (!kind) return spec;
  const facts = (inside ?? '').split(',').map((part) => part.trim()).filter(Boolean).map(fact);
  return [kindName(kind), ...facts].join(', ');
}

function kindName(kind) {
  if (has(`agent-${kind}`)) return t(`agent-${kind}`);
  // Players of a paper are called by it: `sievers2012-v1-best`.
  const [, author, year, rest] = /^([a-z]+)(\d{4})-(.+)$/.exec(kind) ?? [];
  return author ? `${author[0].toUpperCase()}${author.slice(1)} ${year}: ${rest.replaceAll('-', ' ')}` : kind;
}

function fact(text) {
  const [name, value] = text.split('=');
  if (value === undefined || !has(`agent-fact-${name}`)) return text;
  return t(`agent-fact-${name}`, { value: /^\d+$/.test(value) ? number(Number(value)) : value });
}

/** The name on a page; the spec is there for those who want to repeat a match. */
export const agent = (spec) => h('span', { title: spec, 'data-spec': spec }, agentName(spec));
