/** mdast as markdown. */
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import type { Markers } from './list-markers.ts';
import type { FlowContent } from './markdown-blocks.ts';
import { markdownEscapes } from './markdown-escapes.ts';
import { plainNode } from './plain-markdown.ts';

/**
 * Without the escapes for addresses (`info\@example.com`): readers of gfm link a printed address to itself despite them,
 * and everyone else would have to remove them. Columns are not aligned with spaces: a long cell would widen every row.
 */
const gfm = [
  gfmFootnoteToMarkdown(),
  gfmStrikethroughToMarkdown(),
  gfmTableToMarkdown({ tablePipeAlign: false }),
  gfmTaskListItemToMarkdown(),
];

function withLibrary(children: FlowContent[], markers: Markers): string {
  const options: Options = {
    ...markers,
    bulletOther: markers.bullet === '-' ? '*' : '-',
    fences: true,
    rule: '-',
  };
  const markdown = toMarkdown(
    { type: 'root', children },
    { ...options, extensions: [...gfm, markdownEscapes] },
  );
  return markdown.endsWith('\n') ? markdown.slice(0, -1) : markdown;
}

/** Lists that touch need different markers, so they are written together. Everything else is written alone. */
function inGroups(children: readonly FlowContent[]): FlowContent[][] {
  const groups: FlowContent[][] = [];
  let last: FlowContent | undefined;
  for (const child of children) {
    if (child.type === 'list' && last?.type === 'list') groups.at(-1)?.push(child);
    else groups.push([child]);
    last = child;
  }
  return groups;
}

/** Most blocks are plain, and the library takes several times as long for the same result. */
export const serializeMarkdown = (children: readonly FlowContent[], markers: Markers): string => {
  const written = inGroups(children).map((group) => {
    const [only] = group;
    const plain = group.length === 1 && only ? plainNode(only, markers) : null;
    return plain ?? withLibrary(group, markers);
  });
  const markdown = written.join('\n\n');
  return markdown === '' || markdown.endsWith('\n') ? markdown : `${markdown}\n`;
};
