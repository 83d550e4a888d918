import { useSearchParams } from 'wouter'

/**
 * Returns the filters of a list as they stand in the address, so that a link opens the same list, and how to change one. An
 * empty value removes the filter.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [query, setQuery] = useSearchParams()
  const filters = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<Name, string>
  return {
    filters,
    /** Names the filters in force; two lists with the same key are the same list. */
    key: names.map((name) => filters[name]).join('\n'),
    isFiltered: names.some((name) => filters[name] !== ''),
    setFilter(name: Name, value: string) {
      setQuery(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      )
    },
    clear: () => setQuery(new URLSearchParams(), { replace: true }),
  }
}
