// A position as a picture for friends: the table as it is on the page, with a line that says what it is. Nothing is in it that
// the page does not show.

const [SVG, XHTML] = ['http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml'];
/** Pixels of the picture for each pixel of the page: it is looked at on other screens. */
const SCALE = 2;
/** Room for the line below the table. */
const CAPTION = 56;

/** The styles of the page as they apply on this screen. A picture has another size, so its own screen must not decide. */
function rules(list) {
  return [...list].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? rules(rule.cssRules) : [];
    return [rule.cssText];
  });
}

const asLink = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;

function caption(text) {
  const line = document.createElementNS(XHTML, 'p');
  line.textContent = text;
  Object.entries({ height: `${CAPTION}px`, margin: '0', padding: '6px 12px', overflow: 'hidden', 'line-height': '22px' })
    .forEach(([name, value]) => line.style.setProperty(name, value));
  return line;
}

/** The table and the line as one SVG. */
function drawing(table, text) {
  const { offsetWidth: width, offsetHeight: height } = table;
  // Sizes that depend on the screen come out as on the page.
  const [wide, high] = [Math.max(innerWidth, width), Math.max(innerHeight, height + CAPTION)];
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', wide);
  svg.setAttribute('height', high);
  svg.dataset.theme = document.documentElement.dataset.theme;
  const style = document.createElementNS(SVG, 'style');
  style.textContent = [...[...document.styleSheets].flatMap((sheet) => rules(sheet.cssRules)), '* { animation: none !important; transition: none !important; }'].join('\n');
  const place = document.createElementNS(SVG, 'foreignObject');
  place.setAttribute('width', width);
  place.setAttribute('height', height + CAPTION);
  const body = document.createElementNS(XHTML, 'body');
  const copy = table.cloneNode(true);
  [['width', width], ['height', height]].forEach(([name, value]) => copy.style.setProperty(name, `${value}px`));
  body.append(copy, caption(text));
  place.append(body);
  svg.append(style, place);
  return { svg, width, height: height + CAPTION };
}

/** A picture of `table` as a link that can be saved, and how its file ends. */
export async function positionPicture(table, text) {
  const { svg, width, height } = drawing(table, text);
  const image = new Image();
  image.src = asLink(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: width * SCALE, height: height * SCALE });
  canvas.getContext('2d').drawImage(image, 0, 0, width, height, 0, 0, canvas.width, canvas.height);
  try {
    return { link: canvas.toDataURL('image/png'), end: 'png' };
  } catch {
    // Some browsers let nobody read a canvas with such a drawing on it. The drawing itself is a picture too.
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('width', width);
    svg.setAttribute('height', height);
    return { link: asLink(svg), end: 'svg' };
  }
}
