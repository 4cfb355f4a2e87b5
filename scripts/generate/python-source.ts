/** Pieces of Python source text: strings, doc strings and typed dictionaries. */

export type Field = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
};

const widthMax = 100;

/** Words that cannot be the name of a member of a class. */
const keywords: ReadonlySet<string> = new Set(['from', 'class', 'import', 'global', 'pass', 'is', 'in']);

export function pythonString(text: string): string {
  return JSON.stringify(text);
}

function isName(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name) && !keywords.has(name);
}

/** Breaks lines between words. */
function wrapped(text: string, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent.length + longer.length > widthMax - 8) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${indent}`);
}

function docString(text: string, indent: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `${indent}"""${wrapped(safe, indent)}"""\n`;
}

function typeOf({ type, isRequired }: Field): string {
  return isRequired ? type : `NotRequired[${type}]`;
}

function fieldText(field: Field): string {
  const doc = field.description === undefined ? '' : docString(field.description, '    ');
  return `    ${field.name}: ${typeOf(field)}\n${doc}`;
}

/** A class, or a call where a member has a name that a class cannot have, such as `from`. */
export function pythonDict(name: string, description: string | undefined, fields: readonly Field[]): string {
  if (fields.every((field) => isName(field.name))) {
    const doc = description === undefined ? '' : `${docString(description, '    ')}\n`;
    const body = fields.map(fieldText).join('') || '    pass\n';
    return `class ${name}(TypedDict):\n${doc}${body}`;
  }
  const members = fields.map((field) => `        ${pythonString(field.name)}: ${typeOf(field)},\n`);
  return `${name} = TypedDict(\n    ${pythonString(name)},\n    {\n${members.join('')}    },\n)\n`;
}
