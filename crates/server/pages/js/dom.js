// A page is described as a tree and the document is changed to match it. What stays the same is not touched, so the
// focus, the scroll position and running animations survive a redraw.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element: `h('button', {class: 'big', onclick: f}, 'Play')`. Children may be nested lists, strings, numbers, and
 * `null` or `false` for nothing. `key` tells siblings apart that come and go; `hook` is called with a new element.
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, key: props?.key, children: flat(children, [], !PLAIN.has(tag)) };
}

// These have nothing but text in them.
const PLAIN = new Set(['option', 'title', 'text', 'textarea']);

function flat(children, out, names = true) {
  for (const child of children) {
    if (Array.isArray(child)) flat(child, out, names);
    else if (child === null || child === undefined || child === false || child === true) continue;
    else if (typeof child === 'object') out.push(child);
    else if (names) words(String(child), out);
    else out.push({ text: String(child) });
  }
  return out;
}

// A name in a text stands between U+2068 and U+2069; whatever is in it turns nothing round that stands outside.
function words(text, out) {
  if (!text.includes('\u2068')) {
    out.push({ text });
    return;
  }
  text.split(/\u2068([^\u2068\u2069]*)\u2069/).forEach((part, i) => {
    if (i % 2) out.push(h('bdi', {}, part));
    else if (part) out.push({ text: part });
  });
}

/** Makes the children of `root` what `nodes` describes. */
export function draw(root, nodes) {
  const kept = holdFocus(root);
  patchChildren(root, flat([nodes], []), root.namespaceURI === SVG);
  kept();
}

// If the focused element goes away (a card was played), the focus stays near: on its neighbour in the nearest `data-keep`
// group, else on what the page calls `data-home` (the hand, the board). A home in which nothing can be done for the
// moment keeps the focus itself, and hands it on to the same place in the row when its owner's turn comes.
function holdFocus(root) {
  const active = document.activeElement;
  if (!active || !root.contains(active)) return () => {};
  const group = active.closest('[data-keep]');
  const index = group ? stops(group).indexOf(active) : -1;
  const waiting = active.hasAttribute('data-home');
  return () => {
    const lost = !active.isConnected || document.activeElement !== active;
    if (waiting && !lost) enter(active);
    else if (lost && group?.isConnected && stops(group).length) enter(group, index);
    else if (lost) {
      const home = root.querySelector('[data-home]');
      if (home) {
        home.hIndex = home === group ? index : 0;
        if (stops(home).length) enter(home);
        else home.focus({ preventScroll: true });
      }
    }
  };
}

function enter(group, index = group.hIndex ?? 0) {
  const found = stops(group);
  found[Math.min(Math.max(index, 0), found.length - 1)]?.focus({ preventScroll: true });
}

/** What can be reached by keyboard in a group, in order. */
export function stops(group) {
  return [...group.querySelectorAll('button:not([disabled]), a[href], input:not([disabled]), select, textarea, summary, [tabindex="0"], [data-stop]')];
}

function patchChildren(parent, wanted, svg) {
  const keyed = new Map();
  const free = [];
  for (const child of [...parent.childNodes]) {
    if (child.hKey !== undefined) keyed.set(child.hKey, child);
    else free.push(child);
  }
  let next = 0;
  const chosen = wanted.map((node) => {
    if (node.key !== undefined) {
      const old = keyed.get(node.key);
      if (old && old.hTag === node.tag) {
        keyed.delete(node.key);
        return old;
      }
      return null;
    }
    const old = free[next];
    if (old && (node.text !== undefined ? old.nodeType === Node.TEXT_NODE : old.hTag === node.tag)) {
      next += 1;
      return old;
    }
    return null;
  });
  for (const old of [...keyed.values(), ...free]) {
    if (!chosen.includes(old)) old.remove();
  }
  let place = parent.firstChild;
  wanted.forEach((node, i) => {
    let element = chosen[i];
    if (!element) {
      element = create(node, svg);
      parent.insertBefore(element, place);
      node.props?.hook?.(element);
    } else {
      if (element === place) place = place.nextSibling;
      else parent.insertBefore(element, place);
      patch(element, node, svg);
    }
  });
}

function create(node, svg) {
  if (node.text !== undefined) return document.createTextNode(node.text);
  const inside = svg || node.tag === 'svg';
  const element = inside ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  element.hTag = node.tag;
  element.hKey = node.key;
  element.hProps = {};
  patch(element, node, svg);
  return element;
}

function patch(element, node, svg) {
  if (node.text !== undefined) {
    if (element.data !== node.text) element.data = node.text;
    return;
  }
  const old = element.hProps ?? {};
  for (const name of Object.keys(old)) {
    if (!(name in node.props)) set(element, name, undefined, old[name]);
  }
  for (const [name, value] of Object.entries(node.props)) set(element, name, value, old[name]);
  element.hProps = node.props;
  if (!node.props.own) patchChildren(element, node.children, svg || node.tag === 'svg');
  // A select has its options only now.
  if (node.tag === 'select' && node.props.value !== undefined) element.value = node.props.value;
}

function set(element, name, value, old) {
  if (name === 'key' || name === 'hook' || name === 'own') return;
  if (name.startsWith('on')) {
    // One listener that looks up what is current: handlers change with each redraw.
    element[name] = value ?? null;
  } else if (name === 'vars') {
    for (const key of Object.keys(old ?? {})) if (!(key in (value ?? {}))) element.style.removeProperty(key);
    for (const [key, text] of Object.entries(value ?? {})) {
      if (old?.[key] !== text) element.style.setProperty(key, text);
    }
  } else if ((name === 'value' && element.tagName !== 'OPTION') || name === 'checked') {
    // What a person typed is not taken away unless the page wants something else.
    if (value !== old && element[name] !== value) element[name] = value ?? '';
  } else if (value !== old) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : value);
  }
}

/** Lets the arrow keys go through a row of controls; left and up go back. */
export function arrows(event) {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (!step || event.target.matches('input, select, textarea')) return;
  const all = stops(event.currentTarget);
  const at = all.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  all[(at + step + all.length) % all.length].focus();
}
