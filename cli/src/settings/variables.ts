/** The environment variables that octavo reads. */

export const variables: Readonly<Record<string, string>> = {
  OCTAVO_API_KEY: 'API key; overrides the profile',
  OCTAVO_BASE_URL: 'URL of the Octavo server; overrides the profile',
  OCTAVO_PROFILE: 'profile to use; overrides the default profile',
  OCTAVO_PDF_PASSWORD: 'password of encrypted PDFs',
  OCTAVO_CONFIG_DIR: 'directory of the settings file; default: octavo/ in your configuration directory',
  NO_COLOR: 'any value turns colors off',
  FORCE_COLOR: 'any value but 0 turns colors on, even if the output is not a terminal',
  BROWSER: 'program that octavo jobs open starts',
};
