import { type Answers, type Body, exactly, refuse } from './service.ts'

/** Returns the answers of a resource that the service keeps: PUT changes what GET returns next. It refuses a change of another version. */
export function keep(path: string, first: Body) {
  let version = 1
  let value: Body = first
  const show = () => ({
    ...value,
    ...(value.settings ? { settings: exactly(value.settings) } : {}),
    version: String(version),
  })
  return {
    value: () => value,
    /** Changes it as another request would. */
    change(changes: Body): object {
      value = { ...value, ...changes }
      version++
      return {}
    },
    answers: {
      [`GET ${path}`]: show,
      [`PUT ${path}`]: ({ body, headers }) => {
        const wanted = headers.get('if-match')
        if (wanted !== null && wanted !== `"${version}"`) return refuse(412, 'version_mismatch')
        value = { ...value, ...body }
        version++
        return show()
      },
    } satisfies Answers,
  }
}
