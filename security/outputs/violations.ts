/** What an opened result must be: a file with a harmless name, which ran nothing and requested nothing. */
import type { PageVisit } from './browser.ts';

export type Route = 'api' | 'signed' | 'shown' | 'bare';

export type Opened = {
  readonly what: string;
  readonly route: Route;
  readonly type: string;
  readonly visit: PageVisit;
};

export type OutputViolation = {
  readonly kind: 'script' | 'request' | 'not a file' | 'header';
  readonly what: string;
};

/** Characters a name may not have: controls, bidirectional marks, paths, quotes, characters special to shells or Windows. */
const unsafeName = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]|^\.|^$/u;

/** Both names of the header and the name the browser saved: browsers repair only some names. */
function namesOf({ headers, savedAs }: PageVisit): string[] {
  const disposition = headers['content-disposition'] ?? '';
  const plain = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1];
  const extended = /filename\*=UTF-8''([^;\s]*)/i.exec(disposition)?.[1];
  return [plain, extended === undefined ? undefined : decodeURIComponent(extended), savedAs].filter(
    (name) => typeof name === 'string',
  );
}

function fileFaults({ visit, route }: Opened): string[] {
  if (route === 'shown' || route === 'bare') return [];
  if (visit.status !== 200) return [`answered ${visit.status}`];
  if (visit.savedAs === null) return ['was displayed instead of saved'];
  const bad = namesOf(visit).filter((name) => unsafeName.test(name));
  return bad.map((name) => `saved as ${JSON.stringify(name)}`);
}

function headerFaults({ visit: { headers }, route, type }: Opened): string[] {
  if (route === 'bare') return [];
  const isOurs = route === 'api' || route === 'shown';
  const faults: string[] = [];
  if (headers['content-type'] !== type) faults.push(`content-type ${headers['content-type']}, not ${type}`);
  if (route !== 'shown' && !/^attachment;/.test(headers['content-disposition'] ?? ''))
    faults.push('no attachment');
  if (isOurs && headers['x-content-type-options'] !== 'nosniff') faults.push('no nosniff');
  if (isOurs && !/(^|;)\s*sandbox\s*(;|$)/.test(headers['content-security-policy'] ?? ''))
    faults.push('no CSP sandbox');
  return faults;
}

export function outputViolations(opened: Opened): OutputViolation[] {
  const { what, route, visit } = opened;
  const at = (text: string) => `${what} (${route}): ${text}`;
  return [
    ...visit.ran.map((mark): OutputViolation => ({ kind: 'script', what: at(`ran ${mark}`) })),
    ...visit.requests.map(
      (url): OutputViolation => ({ kind: 'request', what: at(`requested ${url.slice(0, 120)}`) }),
    ),
    ...fileFaults(opened).map((fault): OutputViolation => ({ kind: 'not a file', what: at(fault) })),
    ...headerFaults(opened).map((fault): OutputViolation => ({ kind: 'header', what: at(fault) })),
  ];
}
