/** Variables of files that are fetched from a URL. */
import { boolean, integer, isAddressOrNetwork, list } from './variable.ts';

export const sourceUrlVariables = {
  enabled: boolean({
    name: 'OCTAVO_SOURCE_URLS',
    summary: 'Lets `POST /jobs` take `source_url`: the API fetches the file from a public https address.',
    fallback: false,
  }),
  timeoutMs: integer({
    name: 'OCTAVO_SOURCE_URL_TIMEOUT_MS',
    summary: 'How long fetching such a file may take, from the look-up of the name to the last byte.',
    fallback: 60_000,
    min: 100,
    max: 600_000,
  }),
  allowHttp: boolean({
    name: 'OCTAVO_SOURCE_URL_ALLOW_HTTP',
    summary: 'Lets these URLs be without TLS. Meant for tests and closed networks.',
    fallback: false,
  }),
  allowedNetworks: list(
    {
      name: 'OCTAVO_SOURCE_URL_ALLOWED_NETWORKS',
      summary:
        'Networks that files may be fetched from although they are not public. Anyone with an account can then read PDFs there. Empty: none.',
      fallback: '',
    },
    { wanted: 'IP addresses or networks such as `10.20.0.0/16`', accepts: isAddressOrNetwork },
  ),
} as const;
