/** How users of this installation get a larger plan, and the errors that say so. */
import { type ErrorCode, OctavoError } from './errors.ts';

export type UpgradePath = {
  /** A page of the operator, or `mailto:`. */
  readonly url: string | null;
  /** One or two sentences of the operator, shown with the link. */
  readonly text: string | null;
  /** How to reach the operator, such as an e-mail address. */
  readonly contact: string | null;
};

export const noUpgradePath: UpgradePath = { url: null, text: null, contact: null };

/** Limits that a larger plan raises. */
const planLimits: ReadonlySet<ErrorCode> = new Set([
  'page_limit_reached',
  'plan_required',
  'api_key_limit_reached',
  'file_too_large',
]);

export function upgradeAdvice({ url, text, contact }: UpgradePath): string {
  if (url !== null) return `${text ?? 'Upgrade your plan:'} ${url}`;
  if (text !== null) return text;
  return contact === null
    ? 'To change your plan, ask the operator of this installation.'
    : `To change your plan, ask the operator of this installation: ${contact}`;
}

/** The same error with what to do about the plan, in its message and as a link. Other errors are returned as they are. */
export function withUpgradeAdvice(error: unknown, path: UpgradePath): unknown {
  if (!(error instanceof OctavoError) || !planLimits.has(error.code)) return error;
  const { code, detail, faults, retryAfterSeconds, cause } = error;
  const extended = (message: unknown) => `${message} ${upgradeAdvice(path)}`;
  return new OctavoError(
    code,
    typeof detail === 'string' ? extended(detail) : { ...detail, message: extended(detail['message']) },
    {
      cause,
      ...(faults && { faults }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(path.url !== null && { upgradeUrl: path.url }),
    },
  );
}
