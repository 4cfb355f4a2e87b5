/** The edge of this room: what Postgres says when it cannot be reached becomes `service_unavailable`. */
import { OctavoError, unavailable } from '../domain/errors.ts';
import { isLostStatement } from './prepared.ts';

const networkFaults = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Lost connection, out of resources, stopped by an operator, system error, fail-over to a read-only replica; and a
 * deadlock that was broken at our cost: the same request may succeed a moment later.
 */
const unavailableStates = /^(08...|53...|57...|58...|25006|40001|40P01)$/;

const clientFaults =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|pool after calling end/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (isLostStatement(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return networkFaults.has(code) || unavailableStates.test(code) || clientFaults.test(error.message);
}

function translate(error: unknown): unknown {
  if (error instanceof OctavoError) return error;
  return isUnavailable(error) ? unavailable('database', error) : error;
}

type AsyncMethods<T> = { [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** The same methods, with their faults translated. */
export function withTranslatedFaults<T extends AsyncMethods<T>>(methods: T): T {
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
