/**
 * The libraries inside the engine's jar. Names and versions are read from it; licences it states mostly in prose, so
 * they stand here, as its META-INF/THIRD_PARTY list and the heads of its Maven descriptions give them.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type JarLibrary = {
  readonly name: string;
  /** `null` where the jar does not say. */
  readonly version: string | null;
  readonly licence: string | null;
};

type Known = {
  readonly licence: string;
  /** Maven coordinates without a version; one that ends in `:` stands for the whole group. */
  readonly coordinate: string;
  /** Folders of its classes; whatever class lies in none of them belongs to an unknown library. */
  readonly folders: readonly string[];
};

const known: readonly Known[] = [
  { coordinate: 'org.opendataloader:', licence: 'Apache-2.0', folders: ['org/opendataloader/'] },
  // Offered under GPL-3.0-or-later or MPL-2.0-or-later; the engine's makers distribute it under the latter.
  { coordinate: 'org.verapdf:', licence: 'MPL-2.0', folders: ['org/verapdf/'] },
  // CDDL-1.1 or GPL-2.0 with the class path exception, at the choice of the distributor: the former.
  { coordinate: 'javax.xml.bind:jaxb-api', licence: 'CDDL-1.1', folders: ['javax/xml/bind/'] },
  {
    coordinate: 'javax.activation:javax.activation-api',
    licence: 'CDDL-1.1',
    folders: ['javax/activation/'],
  },
  { coordinate: 'org.glassfish.jaxb:jaxb-runtime', licence: 'BSD-3-Clause', folders: [] },
  { coordinate: 'org.glassfish.jaxb:jaxb-core', licence: 'CDDL-1.1', folders: [] },
  { coordinate: 'org.glassfish.jaxb:txw2', licence: 'CDDL-1.1', folders: [] },
  { coordinate: 'com.sun.xml.bind:jaxb-impl', licence: 'BSD-3-Clause', folders: ['com/sun/xml/'] },
  { coordinate: 'com.sun.xml.bind:jaxb-core', licence: 'CDDL-1.1', folders: [] },
  {
    coordinate: 'com.sun.istack:istack-commons-runtime',
    licence: 'CDDL-1.1',
    folders: ['com/sun/istack/'],
  },
  {
    coordinate: 'org.apache.pdfbox:',
    licence: 'Apache-2.0',
    folders: ['org/apache/pdfbox/', 'org/apache/fontbox/'],
  },
  { coordinate: 'com.fasterxml.jackson.core:', licence: 'Apache-2.0', folders: ['com/fasterxml/jackson/'] },
  {
    coordinate: 'org.jetbrains:annotations',
    licence: 'Apache-2.0',
    folders: ['org/jetbrains/annotations/', 'org/intellij/lang/'],
  },
  { coordinate: 'commons-cli:commons-cli', licence: 'Apache-2.0', folders: ['org/apache/commons/cli/'] },
  {
    coordinate: 'commons-logging:commons-logging',
    licence: 'Apache-2.0',
    folders: ['org/apache/commons/logging/'],
  },
  {
    coordinate: 'com.github.jai-imageio:jai-imageio-core',
    licence: 'BSD-3-Clause-No-Nuclear-License',
    folders: ['com/github/jaiimageio/'],
  },
  {
    coordinate: 'com.github.jai-imageio:jai-imageio-jpeg2000',
    licence: 'LicenseRef-JJ2000 AND BSD-3-Clause-No-Nuclear-License',
    folders: ['jj2000/'],
  },
];

/** Their classes are in the jar, their Maven descriptions are not. */
const unlabelled: readonly Known[] = [
  { coordinate: 'com.squareup.okhttp3:okhttp', licence: 'Apache-2.0', folders: ['okhttp3/'] },
  { coordinate: 'com.squareup.okio:okio', licence: 'Apache-2.0', folders: ['okio/'] },
  { coordinate: 'org.jetbrains.kotlin:kotlin-stdlib', licence: 'Apache-2.0', folders: ['kotlin/'] },
  { coordinate: 'net.sf.saxon:Saxon-HE', licence: 'MPL-2.0', folders: ['net/sf/saxon/'] },
  { coordinate: 'org.mozilla:rhino', licence: 'MPL-2.0', folders: ['org/mozilla/'] },
  { coordinate: 'org.xmlresolver:xmlresolver', licence: 'Apache-2.0', folders: ['org/xmlresolver/'] },
  {
    coordinate: 'net.java.dev.stax-utils:stax-utils',
    licence: 'BSD-3-Clause',
    folders: ['javanet/staxutils/'],
  },
];

const description = /^META-INF\/maven\/([^/]+)\/([^/]+)\/pom\.properties$/;

function jarTool(args: readonly string[], cwd?: string): string {
  return execFileSync('jar', [...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    timeout: 60_000,
    ...(cwd === undefined ? {} : { cwd }),
  });
}

function versionsOf(jar: string, entries: readonly string[]): ReadonlyMap<string, string | null> {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-jar-'));
  try {
    const described = entries.filter((entry) => description.test(entry));
    jarTool(['--extract', '--file', jar, ...described], directory);
    return new Map(
      described.map((entry) => {
        const [, group = '', artifact = ''] = description.exec(entry) ?? [];
        const version = /^version=(\S+)/m.exec(readFileSync(join(directory, entry), 'utf8'))?.[1];
        return [`${group}:${artifact}`, version ?? null];
      }),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function licenceOf(coordinate: string): string | null {
  const exact = known.find((entry) => entry.coordinate === coordinate);
  const group = known.find(
    (entry) => entry.coordinate.endsWith(':') && coordinate.startsWith(entry.coordinate),
  );
  return (exact ?? group)?.licence ?? null;
}

/** Folders that hold classes of no known library. */
export function strangeFolders(entries: readonly string[]): readonly string[] {
  const folders = [...known, ...unlabelled].flatMap((entry) => entry.folders);
  const strange = entries
    // Newer copies for newer versions of Java lie below `META-INF/versions/<number>/`.
    .map((entry) => entry.replace(/^META-INF\/versions\/\d+\//, ''))
    .filter((entry) => entry.endsWith('.class') && !/(^|\/)module-info\.class$/.test(entry))
    .filter((entry) => !folders.some((folder) => entry.startsWith(folder)));
  return [...new Set(strange.map((entry) => entry.slice(0, entry.lastIndexOf('/') + 1)))];
}

export function jarLibraries(jar: string): {
  readonly libraries: readonly JarLibrary[];
  readonly strange: readonly string[];
} {
  const entries = jarTool(['--list', '--file', jar]).split('\n');
  const labelled = [...versionsOf(jar, entries)].map(([name, version]) => ({
    name,
    version,
    licence: licenceOf(name),
  }));
  const rest = unlabelled
    .filter(({ folders }) => entries.some((entry) => folders.some((folder) => entry.startsWith(folder))))
    .map(({ coordinate, licence }) => ({ name: coordinate, version: null, licence }));
  const libraries = [...labelled, ...rest].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { libraries, strange: strangeFolders(entries) };
}
