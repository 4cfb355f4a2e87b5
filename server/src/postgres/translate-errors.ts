/** Translates errors of an unreachable database, and of an account whose writes are stopped, into `service_unavailable`. */
import { OctavoError, unavailable, writesStopped } from '../domain/errors.ts';
import { isLostStatement } from './prepared.ts';

/** Raised by the triggers of migration 0030. */
const stoppedWrite = 'OC006';

const networkErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * The same request may succeed a moment later: lost connection (08), out of resources (53), stopped by an operator or a
 * timeout (57), system error (58); fail-over to a read-only replica (25006), a transaction ended because its client was
 * too slow (25P03, 25P04), serialization, unknown outcome and deadlock (40001, 40003, 40P01), a full NOTIFY queue
 * (54000), an object or a lock in use (55006, 55P03).
 */
const unavailableStates = /^(08...|53...|57...|58...|25006|25P03|25P04|40001|40003|40P01|54000|55006|55P03)$/;

const clientErrors =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (isLostStatement(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return networkErrors.has(code) || unavailableStates.test(code) || clientErrors.test(error.message);
}

function translate(error: unknown): unknown {
  if (error instanceof OctavoError) return error;
  if (error instanceof Error && 'code' in error && error.code === stoppedWrite) return writesStopped();
  return isUnavailable(error) ? unavailable('database', error) : error;
}

type AsyncMethods<T> = { [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** The same methods, with their errors translated. */
export function withTranslatedErrors<T extends AsyncMethods<T>>(methods: T): T {
  const wrapped = Object.entries<AsyncMethods<T>[keyof T]>(methods).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      try {
        return await method(...args);
      } catch (error) {
        throw translate(error);
      }
    },
  ]);
  return Object.fromEntries(wrapped) as T;
}
