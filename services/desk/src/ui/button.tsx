import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> & {
  /** `primary`: the one thing to do here. `danger`: ends something. `quiet`: has no border. */
  kind?: 'primary' | 'plain' | 'danger' | 'quiet'
  size?: 'normal' | 'small'
  icon?: IconName
  /** The action is under way: the button keeps its width, and a second click has no effect. */
  isBusy?: boolean
  /** Shown as keys behind the label, for example `c` or `Ctrl+Z`. */
  shortcut?: string
  children?: ReactNode
}

/** A button. With an icon and no children, `aria-label` is required. */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  isBusy,
  shortcut,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles['button'], styles[kind], styles[size], !children && styles['bare'])}
      aria-busy={isBusy || undefined}
      aria-keyshortcuts={shortcut?.replace('Ctrl', 'Control').replace('⌘', 'Meta+')}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
      {shortcut && (
        <span className={styles['keys']} aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  )
}
