/** Every variable of the environment that the command reads. */

export const variables: Readonly<Record<string, string>> = {
  OCTAVO_API_KEY: 'the key, before the one of the profile',
  OCTAVO_BASE_URL: 'where the service answers, before the address of the profile',
  OCTAVO_PROFILE: 'which profile to use, before the default one',
  OCTAVO_PDF_PASSWORD: 'the password that opens the PDF',
  OCTAVO_CONFIG_DIR: 'where settings are kept, in place of octavo/ in the user’s configuration directory',
  NO_COLOR: 'no colours, whatever its value',
  FORCE_COLOR: 'colours even where nobody looks',
  BROWSER: 'the program that octavo jobs open calls',
};
