/** Variables of the dashboard: its files, its sign-in and its links for users. */
import { isOrigin, link, list, optional, text } from './variable.ts';

export const dashboardVariables = {
  directory: optional(
    text({
      name: 'OCTAVO_DASHBOARD_DIR',
      summary:
        'Folder of the built dashboard, served at `/app/`; `off` serves none. Absent: `web/dist` where it has been built.',
      example: '',
    }),
  ),
  clientId: text({
    name: 'OCTAVO_DASHBOARD_CLIENT_ID',
    summary: 'Client the dashboard signs in as: public, authorization code with PKCE.',
    fallback: 'octavo-web',
  }),
  scope: text({
    name: 'OCTAVO_DASHBOARD_SCOPE',
    summary: 'Scopes it asks for. `offline_access` lets it renew sessions without a visit to the provider.',
    fallback: 'openid email offline_access',
  }),
  signInParameters: list(
    {
      name: 'OCTAVO_DASHBOARD_SIGN_IN_PARAMETERS',
      summary: 'Sent along with every sign-in; some providers want `audience=…` here.',
      fallback: '',
    },
    {
      wanted: 'parameters such as `audience=https://api.example.com`',
      accepts: (value) => /^[\w.-]+=./.test(value),
    },
  ),
  connectOrigins: list(
    {
      name: 'OCTAVO_DASHBOARD_CONNECT_ORIGINS',
      summary:
        'Origins the dashboard may fetch from besides its own and the issuer’s, where the provider has its token endpoint elsewhere.',
      fallback: '',
    },
    { wanted: 'origins such as `https://token.example.com`', accepts: isOrigin },
  ),
  docsUrl: optional(
    link({
      name: 'OCTAVO_DOCS_URL',
      summary: 'Your documentation, which the navigation of the dashboard links to. Absent: no link.',
      example: '',
    }),
  ),
  statusUrl: optional(
    link({
      name: 'OCTAVO_STATUS_URL',
      summary: 'Your status page, linked in the same place. Absent: no link.',
      example: '',
    }),
  ),
  supportUrl: optional(
    link({
      name: 'OCTAVO_SUPPORT_URL',
      summary: 'Where users get help: a page or a `mailto:` link, in the same place. Absent: no link.',
      example: '',
    }),
  ),
};
