import { say } from '../desk/desk-words.ts'
import type { Preferences } from '../live/preferences.ts'
import { useCell, useLive } from '../live/use-live.ts'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './me-page.module.css'

/** Edits the preferences for this device. Each change takes effect at once. */
export function PreferenceForm() {
  const { preferences } = useLive()
  const { theme, hasShortcuts, undoSeconds } = useCell(preferences.cell)
  return (
    <section className={classNames(styles['card'], styles['form'])} aria-labelledby="preferences">
      <h2 id="preferences" className={styles['section']}>
        {say('me.preferences')}
      </h2>
      <Select
        label={say('me.theme')}
        value={theme}
        options={[
          { value: 'system', text: say('me.themeSystem') },
          { value: 'light', text: say('me.themeLight') },
          { value: 'dark', text: say('me.themeDark') },
        ]}
        onChange={(event) => preferences.set({ theme: event.currentTarget.value as Preferences['theme'] })}
      />
      <Select
        label={say('me.undo')}
        value={String(undoSeconds)}
        options={[0, 5, 10, 30].map((n) => ({
          value: String(n),
          text: n === 0 ? say('me.undoNone') : say('me.undoSeconds', { n }),
        }))}
        onChange={(event) => preferences.set({ undoSeconds: Number(event.currentTarget.value) })}
      />
      <Switch
        label={say('me.shortcuts')}
        hint={say('me.shortcutsHint')}
        checked={hasShortcuts}
        onChange={(checked) => preferences.set({ hasShortcuts: checked })}
      />
    </section>
  )
}
