// Requests to the server.
import { t, has, lang } from './i18n.js';

/** A request that was refused or got no answer. */
export class Refused extends Error {
  constructor(code, message, status, retry) {
    super(message);
    this.code = code;
    this.status = status;
    this.retry = retry;
  }
}

async function ask(method, path, body, token) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store' });
  } catch {
    throw new Refused('offline', t('error-offline'), 0);
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok || answer === null) {
    const { code, message } = answer?.error ?? {};
    throw new Refused(code ?? 'failed', message ?? t('error-failed'), response.status, Number(response.headers.get('Retry-After')) || 0);
  }
  return answer;
}

export const get = (path, token) => ask('GET', path, undefined, token);
export const post = (path, body, token) => ask('POST', path, body, token);

const PAUSES = [500, 1500, 4000];

/** The same for a request that may be sent again when no answer came: what it does, it does once. */
export async function insist(path, body, token) {
  for (const pause of PAUSES) {
    try {
      return await post(path, body, token);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'offline') throw error;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
  return post(path, body, token);
}

/**
 * A refusal in the page's language. What the server says about bad input names what was found and where: that is
 * more helpful than any general sentence; in other languages than English the place is named.
 */
export function sentence(error) {
  if (!(error instanceof Refused)) throw error;
  const known = `error-${error.code}`;
  if (error.code === 'limited' && error.retry) return t('error-limited-for', { seconds: error.retry });
  if (error.code === 'bad-request' || error.code === 'illegal') {
    if (lang() === 'en') return error.message;
    // The server's sentence is English; where it found the mistake is not.
    const [, place] = /^([\w.[\]-]+):/.exec(error.message) ?? [];
    return place ? `${t(known)} ${t('error-at', { place })}` : t(known);
  }
  return has(known) ? t(known) : error.message;
}
