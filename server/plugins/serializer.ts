import { ResponseSerializationError } from '@fastify/type-provider-zod';
import type { FastifySerializerCompiler } from 'fastify';
import * as z from 'zod/mini';
import { clone, safeEncode } from 'zod/v4/core';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';

/** The schema decides which fields are sent. Limits are not enforced: a stored value must not cause an error 500. */
export const serializerCompiler: FastifySerializerCompiler<$ZodType> = ({
  schema,
  method,
  url,
}) => {
  // Made at the first answer: making all of them would be a large part of the start.
  let shape: $ZodType | undefined;
  return (data) => {
    shape ??= shapeOf(schema);
    const result = safeEncode(shape, data);
    if (result.error) throw new ResponseSerializationError(method, url, { cause: result.error });
    return JSON.stringify(result.data);
  };
};

/** The same schema without its limits. Kinds of schemas that are not listed here stay as they are. */
function shapeOf(schema: $ZodType): $ZodType {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return z.string();
    case 'number':
      return z.number();
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, shapeOf(field)]);
      const shape = Object.fromEntries(fields) as typeof def.shape;
      return clone(schema, { ...def, shape, checks: [] } as typeof def);
    }
    case 'array':
      return clone(schema, { ...def, element: shapeOf(def.element), checks: [] } as typeof def);
    case 'record':
      return clone(schema, { ...def, valueType: shapeOf(def.valueType), checks: [] } as typeof def);
    case 'union':
      return clone(schema, { ...def, options: def.options.map(shapeOf), checks: [] } as typeof def);
    case 'nullable':
    case 'optional': {
      const inner: typeof def = { ...def, innerType: shapeOf(def.innerType) };
      return clone(schema, inner);
    }
    default:
      return schema;
  }
}
