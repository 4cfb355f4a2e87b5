/** The same request in three tongues, with the address of this installation. */
export type SnippetLanguage = 'curl' | 'typescript' | 'cli';

export function snippet(language: SnippetLanguage, baseUrl: string): string {
  switch (language) {
    case 'curl':
      return [
        `curl ${baseUrl}/jobs \\`,
        '  -H "X-Api-Key: $OCTAVO_API_KEY" \\',
        '  -F file=@report.pdf',
      ].join('\n');
    case 'typescript':
      return [
        "import { Octavo } from '@octavo/sdk';",
        '',
        `const octavo = new Octavo({ baseUrl: '${baseUrl}' });`,
        "const { markdown } = await octavo.convert('report.pdf');",
      ].join('\n');
    case 'cli':
      return [`export OCTAVO_BASE_URL=${baseUrl}`, 'octavo convert report.pdf'].join('\n');
  }
}
