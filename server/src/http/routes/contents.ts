/** `GET /jobs/{id}/search`, `/tables`, `/tables/{n}`, `/figures`, `/fields` and `/links`: what a done job contains. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { fieldsOf, figuresOf, linksOf, readTable, tablesOf } from '../../actions/list-contents.ts';
import type { ReadingPorts } from '../../actions/open-reading.ts';
import { searchDocument } from '../../actions/search-document.ts';
import { sendUnchanged } from '../reading-version.ts';
import { answer } from '../schemas/answer.ts';
import {
  ContentQuery,
  FieldListBody,
  FigureListBody,
  LinkListBody,
  SearchBody,
  SearchQuery,
  TableBody,
  TableListBody,
  TablePath,
  TableQuery,
  toListBody,
  toSearchBody,
  toTableBody,
} from '../schemas/contents.ts';
import { errorResponses } from '../schemas/error.ts';
import { JobPath } from '../schemas/job.ts';
import { ReadingHeaders } from '../schemas/reading-parts.ts';
import { readingConfig as config, openFor, readingErrors } from './reading.ts';

const versioned = { headers: ['ETag', 'Cache-Control'] } as const;
const shared = { tags: ['Reading'], params: JobPath, headers: ReadingHeaders };
const listed = { ...shared, querystring: ContentQuery };

const searchSchema = {
  ...shared,
  operationId: 'searchDocument',
  summary: 'Search a document',
  description:
    'Finds words or a phrase in the text of the document, with the boxes of the hits on their pages.',
  querystring: SearchQuery,
  response: { 200: answer(SearchBody, 'The hits.', versioned), ...readingErrors },
};

const tablesSchema = {
  ...listed,
  operationId: 'listTables',
  summary: 'List tables',
  description: 'The tables of the document. A table that goes over several pages is one.',
  response: { 200: answer(TableListBody, 'The tables.', versioned), ...readingErrors },
};

const tableSchema = {
  ...shared,
  operationId: 'readTable',
  summary: 'Read a table',
  description: 'A table, or some rows of it, as csv, json, markdown or html.',
  params: TablePath,
  querystring: TableQuery,
  response: {
    200: answer(TableBody, 'The table.', versioned),
    ...readingErrors,
    ...errorResponses('job_not_found', 'table_not_found'),
  },
};

const figuresSchema = {
  ...listed,
  operationId: 'listFigures',
  summary: 'List figures',
  description: 'The figures of the document with caption, image and the text around them.',
  response: { 200: answer(FigureListBody, 'The figures.', versioned), ...readingErrors },
};

const fieldsSchema = {
  ...listed,
  operationId: 'listFields',
  summary: 'List form fields',
  description: 'The form fields of the document with their values.',
  response: { 200: answer(FieldListBody, 'The fields.', versioned), ...readingErrors },
};

const linksSchema = {
  ...listed,
  operationId: 'listLinks',
  summary: 'List links',
  description: 'The links of the document with the words they are on.',
  response: { 200: answer(LinkListBody, 'The links.', versioned), ...readingErrors },
};

export function contentRoutes(ports: ReadingPorts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/jobs/:id/search', { config, schema: searchSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      return opened ? toSearchBody(await searchDocument(opened, request.query)) : sendUnchanged(reply);
    });

    app.get('/jobs/:id/tables', { config, schema: tablesSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      return toListBody(await tablesOf(opened, request.query), (table) => ({
        ...table,
        pages: [...table.pages],
        headings: [...table.headings],
      }));
    });

    app.get('/jobs/:id/tables/:n', { config, schema: tableSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      return toTableBody(await readTable(opened, Number(request.params.n), request.query));
    });

    app.get('/jobs/:id/figures', { config, schema: figuresSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      return toListBody(await figuresOf(opened, request.query), (figure) => figure);
    });

    app.get('/jobs/:id/fields', { config, schema: fieldsSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      return toListBody(await fieldsOf(opened, request.query), ({ field_type: type, value, ...field }) => ({
        ...field,
        type,
        value: Array.isArray(value) ? [...(value as readonly string[])] : (value as string | boolean | null),
      }));
    });

    app.get('/jobs/:id/links', { config, schema: linksSchema }, async (request, reply) => {
      const opened = await openFor(ports, request, reply);
      if (!opened) return sendUnchanged(reply);
      return toListBody(await linksOf(opened, request.query), ({ link, ...rest }) => ({
        ...rest,
        url: 'url' in link ? link.url : null,
        target_page: 'page' in link ? link.page : null,
      }));
    });
  };
}
