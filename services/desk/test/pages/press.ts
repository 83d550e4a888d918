import { cdp } from 'vitest/browser'

/** Presses a key as a keyboard layout reports it. `modifiers` are those of CDP: 8 is Shift. */
export async function press(key: string, code: string, modifiers = 0) {
  await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, modifiers })
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, modifiers })
}
