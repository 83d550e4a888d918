import styles from './mark.module.css'

/** The product's mark. */
export const Mark = () => (
  <span className={styles['mark']} aria-hidden="true">
    A
  </span>
)
