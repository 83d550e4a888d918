declare module 'openapi-to-postmanv2' {
  type Outcome = { result?: boolean; reason?: string; output?: { data: unknown }[] }
  const converter: {
    convertV2(
      input: { type: 'json'; data: object },
      options: object,
      done: (error: Error | null, outcome?: Outcome) => void,
    ): void
  }
  export default converter
}
