/** Writes a call of a tool as a model would make it. */

export type CallArguments = Readonly<Record<string, string | number | undefined>>;

export type NextCall = { readonly tool: string; readonly text: string };

export function nextCall(tool: string, args: CallArguments, purpose?: string): NextCall {
  const list = Object.entries(args)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const call = `${tool}(${list.join(', ')})`;
  return { tool, text: purpose === undefined ? call : `${call} ${purpose}` };
}
