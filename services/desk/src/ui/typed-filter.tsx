import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './field.tsx'

/** ms after the last key until the search begins. */
const pauseMs = 350

/** A filter that is typed: it takes effect after a pause, with Enter at once. Escape empties it. */
export function TypedFilter({
  kept,
  onKeep,
  ...field
}: ComponentProps<typeof TextField> & { kept: string; onKeep: (value: string) => void }) {
  const [typed, setTyped] = useState(kept)
  // A space at the end stays, because another word may follow.
  useEffect(() => setTyped((now) => (now.trim() === kept ? now : kept)), [kept])
  const keep = useEffectEvent((text: string) => {
    if (text !== kept) onKeep(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => keep(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      {...field}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onKeep(typed.trim())
        if (event.key !== 'Escape') return
        setTyped('')
        onKeep('')
      }}
    />
  )
}
