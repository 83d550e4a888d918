import { classNames } from '../ui/class-names.ts'
import styles from './method-mark.module.css'

/** Shows an HTTP method. Reads and changes have different colors. */
export function MethodMark({ method }: { method: string }) {
  return (
    <span className={classNames(styles['method'], method === 'GET' ? styles['reads'] : styles['changes'])}>
      {method}
    </span>
  )
}
