/** Shows the pages of the development provider and signs users in with whatever name they enter. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorOut, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isLoopbackOrigin } from './loopback-redirects.ts';
import { type OidcAccounts, readSignInName } from './oidc-accounts.ts';
import { contentSecurityPolicy, errorPage, signedOutPage, signInPage, signOutPage } from './oidc-pages.ts';

const pathPattern = /^\/sign-in\/([\w-]+)(\/cancel)?$/;
const bodyBytesMax = 8_192;
const defaultDashboard = 'http://127.0.0.1:3000';

/** Links back lead to this machine only: the address is a parameter of the request. */
function dashboardUrl(from: unknown): string {
  const url = typeof from === 'string' && URL.canParse(from) ? new URL(from).origin : '';
  return `${isLoopbackOrigin(url) ? url : defaultDashboard}/app/`;
}

/** Names the dashboard, so that the way back is known even when the sign-in has expired. */
export function interactionUrl(
  _context: unknown,
  interaction: { readonly uid: string; readonly params: Readonly<Record<string, unknown>> },
): string {
  const from = new URL(dashboardUrl(interaction.params['redirect_uri'])).origin;
  return `/sign-in/${interaction.uid}?${new URLSearchParams({ from })}`;
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  });
  response.end(html);
}

function show(context: KoaContextWithOIDC, html: string): void {
  context.type = 'html';
  context.set('content-security-policy', contentSecurityPolicy);
  context.body = html;
}

async function loginIn(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bodyBytesMax) throw new Error('the form is too large');
    parts.push(part);
  }
  return new URLSearchParams(Buffer.concat(parts).toString()).get('login') ?? '';
}

async function answer(
  provider: Provider,
  accounts: OidcAccounts,
  { request, response, action }: Visit,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    const typed = typeof params['login_hint'] === 'string' ? params['login_hint'] : '';
    return send(response, 200, signInPage({ typed, problem: null, action }));
  }
  const typed = await loginIn(request);
  const name = readSignInName(typed);
  if ('problem' in name) return send(response, 422, signInPage({ typed, problem: name.problem, action }));
  accounts.remember(name.user);
  const result = { login: { accountId: name.user.subject } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

async function cancel(provider: Provider, { request, response }: Visit): Promise<void> {
  const result = { error: 'access_denied', error_description: 'The sign-in was cancelled.' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

type Visit = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly action: string;
};

/** Answers the sign-in page; false for all other paths, which are the provider's. */
export async function answerInteraction(
  provider: Provider,
  accounts: OidcAccounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', provider.issuer);
  const [, uid, isCancelled] = pathPattern.exec(url.pathname) ?? [];
  if (uid === undefined) return false;
  const visit = { request, response, action: `/sign-in/${uid}` };
  try {
    if (isCancelled) await cancel(provider, visit);
    else await answer(provider, accounts, visit);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error;
    const text = 'Sign-in pages can be used once and for one hour. Start again from the dashboard.';
    const back = dashboardUrl(url.searchParams.get('from'));
    send(
      response,
      400,
      errorPage({ title: 'This sign-in has expired', text, detail: null, dashboardUrl: back }),
    );
  }
  return true;
}

const backFrom = ({ oidc, query }: KoaContextWithOIDC) =>
  dashboardUrl(
    oidc?.params?.['redirect_uri'] ??
      oidc?.params?.['post_logout_redirect_uri'] ??
      query['redirect_uri'] ??
      query['post_logout_redirect_uri'],
  );

export function renderSignOut(context: KoaContextWithOIDC, form: string, accounts: OidcAccounts): void {
  const { session, entities } = context.oidc;
  const subject = session?.accountId ?? '';
  const hint = entities.IdTokenHint?.payload as { readonly sub?: unknown } | undefined;
  const email = accounts.emailOf(subject);
  const isConfirmed = hint?.sub === subject;
  show(context, signOutPage({ form, email, isConfirmed, dashboardUrl: backFrom(context) }));
}

export function renderSignedOut(context: KoaContextWithOIDC): void {
  show(context, signedOutPage(backFrom(context)));
}

export function renderError(context: KoaContextWithOIDC, out: ErrorOut): void {
  const detail = [out.error, out.error_description].filter(Boolean).join(': ');
  const isMissing = context.status === 404;
  const title = isMissing ? 'Page not found' : 'Something went wrong';
  const text = isMissing
    ? 'There is nothing at this address of the sign-in server.'
    : 'The sign-in server could not process this request. Start again from the dashboard.';
  show(context, errorPage({ title, text, detail, dashboardUrl: backFrom(context) }));
}
