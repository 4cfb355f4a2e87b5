/** The pages of the development provider: sign-in, sign-out and errors in the look of the dashboard. They load nothing. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The dashboard's colours: its dark theme is the one of the system here, where nobody can choose. */
function themes(tokens: string): string {
  const [light, dark] = ['light', 'dark'].map(
    (theme) => new RegExp(`\\[data-theme="${theme}"\\] (\\{[^}]*\\})`).exec(tokens)?.[1],
  );
  if (!light || !dark) throw new Error('tokens.css of the dashboard has no light or no dark theme');
  return `:root ${light} @media (prefers-color-scheme: dark) { :root ${dark} }`;
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const style = `${themes(read('../../web/src/styles/tokens.css'))}\n${read('oidc-pages.css')}`;
/** Presses the button of a sign-out that the user has already confirmed in the dashboard. */
const signOutScript = `document.querySelector('button[name="logout"]').click();`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const icon = `data:image/svg+xml,${encodeURIComponent(read('../../web/public/favicon.svg'))}`;

/** `form-action` is absent: browsers apply it to redirects as well, and sign-in ends at the dashboard's address. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(signOutScript)}`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function safe(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

const logo = `<svg aria-hidden="true" viewBox="0 0 32 32"><rect class="sheet" width="32" height="32" rx="7"/><path class="paper" d="M8 7.5h11.2L24 12.3v12.2H8z"/><path class="fold" d="M19.2 7.5v4.8H24z"/><path class="lines" d="M11 15h10M11 18.2h10M11 21.4h6"/></svg>`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${safe(title)} – Octavo</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<div class="brand">${logo}Octavo</div>
<main>
<h1>${safe(title)}</h1>
${body}
</main>
<footer>Sign-in server for development and evaluation. It checks no passwords: do not use it in production.</footer>
</body>
</html>
`;
}

export type SignInForm = { readonly typed: string; readonly problem: string | null; readonly action: string };

export function signInPage({ typed, problem, action }: SignInForm): string {
  const invalid = problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const alert = problem === null ? '' : `<p class="problem" id="problem" role="alert">${safe(problem)}</p>`;
  return page(
    'Sign in',
    `<p>Enter any e-mail address. The first time, this creates your account. You need no password.</p>
<form method="post" action="${safe(action)}" novalidate>
<label for="login">E-mail address or name</label>
<input id="login" name="login" type="text" inputmode="email" value="${safe(typed)}" placeholder="you@example.com" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="300" autofocus${invalid}>
${alert}
<div class="actions">
<button class="button primary" type="submit">Sign in</button>
<a class="button" href="${safe(action)}/cancel">Cancel</a>
</div>
</form>`,
  );
}

export type SignOutForm = {
  /** The provider's own form, which protects the request; our button belongs to it by its id. */
  readonly form: string;
  readonly email: string;
  /** The user asked for it in the dashboard, so there is no second question. */
  readonly isConfirmed: boolean;
  readonly dashboardUrl: string;
};

export function signOutPage({ form, email, isConfirmed, dashboardUrl }: SignOutForm): string {
  return page(
    isConfirmed ? 'Signing out…' : 'Sign out of Octavo?',
    `<p>You are signed in as <strong>${safe(email)}</strong>.</p>
${form}
<div class="actions">
<button class="button primary" type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<a class="button" href="${safe(dashboardUrl)}">Stay signed in</a>
</div>
${isConfirmed ? `<script>${signOutScript}</script>` : ''}`,
  );
}

export function signedOutPage(dashboardUrl: string): string {
  return page(
    'You are signed out',
    `<p>You can close this page now.</p>
<div class="actions"><a class="button primary" href="${safe(dashboardUrl)}">Go to the dashboard</a></div>`,
  );
}

export type ErrorPage = {
  readonly title: string;
  readonly text: string;
  /** For developers: the error code and description of the protocol. */
  readonly detail: string | null;
  readonly dashboardUrl: string;
};

export function errorPage({ title, text, detail, dashboardUrl }: ErrorPage): string {
  return page(
    title,
    `<p>${safe(text)}</p>
${detail === null ? '' : `<p class="detail">${safe(detail)}</p>`}
<div class="actions"><a class="button primary" href="${safe(dashboardUrl)}">Back to the dashboard</a></div>`,
  );
}
