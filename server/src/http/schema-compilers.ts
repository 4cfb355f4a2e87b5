/** The compilers of Fastify's schemas. A schema is compiled once for the process, however many routes and apps share it. */
import fastJsonStringify from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';
import { validatorOf } from './validation.ts';

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>;
type Factories = NonNullable<SchemaController['compilersFactory']>;
type SerializerFactory = NonNullable<Factories['buildSerializer']>;
type Serializer = ReturnType<ReturnType<SerializerFactory>>;

/** By identity: schemas are constants. No route refers to a schema by name, so a serializer belongs to no app. */
const serializers = new WeakMap<object, Serializer>();
const compileSerializer = fastJsonStringify()({}, {});

const buildSerializer: SerializerFactory = () => (route) => {
  const known = serializers.get(route.schema as object);
  if (known !== undefined) return known;
  const serializer = compileSerializer(route);
  serializers.set(route.schema as object, serializer);
  return serializer;
};

/** The validator replaces Fastify's own, which is not loaded then and whose type describes the signature of Ajv. */
export const schemaController: SchemaController = {
  compilersFactory: {
    buildValidator: (() => validatorOf) as unknown as Factories['buildValidator'] & {},
    buildSerializer,
  },
};
