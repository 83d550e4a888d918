import buildFactory from '@fastify/fast-json-stringify-compiler'

/**
 * Postpones a compiler of Fastify until the first value. Compiling all schemas takes half of the processor's time of a start,
 * and most of them are of HEAD routes or are not used for hours. One schema takes a few milliseconds.
 */
export const compileWhenUsed =
  <Definition, Value, Result>(compile: (definition: Definition) => (value: Value) => Result) =>
  (definition: Definition) => {
    let compiled: ((value: Value) => Result) | undefined
    return (value: Value): Result => {
      compiled ??= compile(definition)
      return compiled(value)
    }
  }

const buildSerializers = buildFactory()

/** Builds Fastify's own compiler of response schemas, postponed. */
export const buildSerializer: typeof buildSerializers = (...given) => compileWhenUsed(buildSerializers(...given))
