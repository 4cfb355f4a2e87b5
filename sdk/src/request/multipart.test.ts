/** A form can be parsed back, and is exactly as long as announced. */
import { describe, expect, it } from 'vitest';
import { encodeForm, type UploadProgress } from './multipart.ts';
import { openFileSource } from './open-file-source.ts';

const content = new TextEncoder().encode('%PDF-1.7 …');

async function sent(fields: Record<string, string | undefined>, name: string | null) {
  const progress: UploadProgress[] = [];
  const file = name === null ? null : await openFileSource({ content, name });
  const { stream, contentType, bytes } = encodeForm({ fields, file }, (step) => progress.push(step));
  const body = new Uint8Array(await new Response(stream).arrayBuffer());
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  return { form, bytes, body, progress };
}

describe('a form', () => {
  it('contains the fields, then the file', async () => {
    const { form, bytes, body } = await sent({ options: '{"a":"ü"}', expires_at: undefined }, 'a.pdf');
    expect([...form.keys()]).toEqual(['options', 'file']);
    expect(form.get('options')).toBe('{"a":"ü"}');
    const file = form.get('file') as File;
    expect([file.name, file.type]).toEqual(['a.pdf', 'application/pdf']);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(content);
    expect(bytes).toBe(body.byteLength);
  });

  it('reports how much of the file was sent', async () => {
    const { progress } = await sent({}, 'a.pdf');
    expect(progress.at(-1)).toEqual({ bytesSent: content.byteLength, bytesTotal: content.byteLength });
  });

  it('may have no file', async () => {
    const { form, bytes, body } = await sent({ source_job_id: 'x' }, null);
    expect([...form.keys()]).toEqual(['source_job_id']);
    expect(bytes).toBe(body.byteLength);
  });

  it.each(['naïve 文档.pdf', 'a b.pdf'])('keeps the name %s', async (name) => {
    expect(((await sent({}, name)).form.get('file') as File).name).toBe(name);
  });

  it('escapes file names that would end the header', async () => {
    const { body } = await sent({}, 'a"\r\nx-evil: 1\r\n\r\n.pdf');
    const text = new TextDecoder().decode(body);
    expect(text).toContain('filename="a%22%0D%0Ax-evil: 1%0D%0A%0D%0A.pdf"');
    expect(text).not.toMatch(/^x-evil/m);
  });

  it('has no length if the length of the file is unknown', async () => {
    const file = await openFileSource(new Blob([content]).stream());
    expect(encodeForm({ fields: {}, file }, () => {}).bytes).toBeUndefined();
  });
});
