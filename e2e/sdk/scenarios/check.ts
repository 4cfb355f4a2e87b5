/** The few assertions the scenarios need: a library would not run in all of the runtimes. */

export function isTrue(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`not so: ${what}`);
}

export function equal(actual: unknown, wanted: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${what}: wanted ${should}, got ${is}`);
}

type Class<Kind> = { readonly name: string; readonly prototype: Kind };

/** The error, which must be of this class. */
export async function thrown<Kind>(work: Promise<unknown>, kind: Class<Kind>): Promise<Kind> {
  const error: unknown = await work.then(
    (value) => {
      throw new Error(`wanted ${kind.name}, got a result: ${JSON.stringify(value)?.slice(0, 200)}`);
    },
    (reason: unknown) => reason,
  );
  if (!Object.prototype.isPrototypeOf.call(kind.prototype as object, error as object)) throw error;
  return error as Kind;
}
