/** I13, I14, I16, I19 to I22, I24 and I27 to I32: invariants checked by observations during a run, or in the logs. */
import { hiddenWords } from '../load/document-kinds.ts';
import type { Evidence } from './evidence.ts';
import { both, each, type Finding, type Invariant, observed } from './invariant.ts';

const byObservation = (id: string, says: string): Invariant => ({
  id,
  says,
  check: (evidence) => observed(evidence, id),
});

/** Part of every file name the load sends. */
const fileNameMark = '-secretname-';

function secretsIn(evidence: Evidence): Finding {
  const secrets: [string, string][] = [...evidence.journal.secrets].map((secret) => ['a credential', secret]);
  secrets.push(['a file name', fileNameMark], ['text of a document', hiddenWords]);
  secrets.push(['a signature', 'X-Amz-Signature=']);
  return each(evidence.logs, ({ name, text }) =>
    secrets.map(([what, secret]) => text.includes(secret) && `${what} is in the log of ${name}`),
  );
}

const silent: Invariant = {
  id: 'I19',
  says: 'no key, token, signature, password, document text or file name is in a log',
  check: (evidence) => both(secretsIn(evidence), observed(evidence, 'I19')),
};

export const conductInvariants: readonly Invariant[] = [
  byObservation('I13', 'the engine process of a deleted running job ends within 5 s'),
  byObservation('I14', 'storage down during DELETE: 503, invisible at once, repeated until 204'),
  byObservation('I16', 'a revoked key gets 401 on every node after the 204'),
  silent,
  byObservation(
    'I20',
    'a fault of a dependency is a 503 with detail and Retry-After, never a 500, 401 or 404',
  ),
  byObservation(
    'I21',
    'SIGTERM: jobs are finished or requeued in time, no response is dropped, no retry is used up',
  ),
  byObservation('I22', 'version N and N+1 run side by side over a migration'),
  byObservation('I24', 'memory of the API does not grow with the size of an upload'),
  byObservation(
    'I27',
    'nothing is deleted by the clock of a process, and a process with a wrong clock reports it',
  ),
  byObservation(
    'I28',
    'a stuck row, lock or object of one account stops nothing of another, and a dead client keeps its locks for at most 30 s',
  ),
  byObservation('I29', 'no statement of the service reads more when more jobs are waiting'),
  byObservation('I30', 'documents of one account do not delay other accounts'),
  byObservation('I31', 'a failing child process does not crash its parent or leak memory or slots'),
  byObservation('I32', 'outputs without an object are counted, reported and can be repaired'),
];
