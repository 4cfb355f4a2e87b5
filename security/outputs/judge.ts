/** What an opened result must be: a file with a harmless name, which ran nothing and requested nothing. */
import type { Sight } from './browser.ts';

export type Route = 'api' | 'signed' | 'shown' | 'bare';

export type Opened = {
  readonly what: string;
  readonly route: Route;
  readonly type: string;
  readonly sight: Sight;
};

export type OutputComplaint = {
  readonly kind: 'script' | 'request' | 'not a file' | 'header';
  readonly what: string;
};

/** Characters a name may not have: controls, bidirectional marks, paths, quotes, what a shell or Windows minds. */
const unsafeName = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]|^\.|^$/u;

/** Both names of the header and the one the browser made of them: browsers repair some, and not all of them do. */
function namesOf({ headers, savedAs }: Sight): string[] {
  const disposition = headers['content-disposition'] ?? '';
  const plain = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1];
  const extended = /filename\*=UTF-8''([^;\s]*)/i.exec(disposition)?.[1];
  return [plain, extended === undefined ? undefined : decodeURIComponent(extended), savedAs].filter(
    (name) => typeof name === 'string',
  );
}

function fileFaults({ sight, route }: Opened): string[] {
  if (route === 'shown' || route === 'bare') return [];
  if (sight.status !== 200) return [`answered ${sight.status}`];
  if (sight.savedAs === null) return ['was shown instead of saved'];
  const bad = namesOf(sight).filter((name) => unsafeName.test(name));
  return bad.map((name) => `saved as ${JSON.stringify(name)}`);
}

function headerFaults({ sight: { headers }, route, type }: Opened): string[] {
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

export function judgeOpened(opened: Opened): OutputComplaint[] {
  const { what, route, sight } = opened;
  const at = (text: string) => `${what} (${route}): ${text}`;
  return [
    ...sight.ran.map((mark): OutputComplaint => ({ kind: 'script', what: at(`ran ${mark}`) })),
    ...sight.strays.map(
      (url): OutputComplaint => ({ kind: 'request', what: at(`asked for ${url.slice(0, 120)}`) }),
    ),
    ...fileFaults(opened).map((fault): OutputComplaint => ({ kind: 'not a file', what: at(fault) })),
    ...headerFaults(opened).map((fault): OutputComplaint => ({ kind: 'header', what: at(fault) })),
  ];
}
