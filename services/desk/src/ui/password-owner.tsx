/** Tells password managers whose password the form takes. They ignore fields of the type hidden. */
export function PasswordOwner({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      name="username"
      autoComplete="username"
      tabIndex={-1}
      aria-hidden="true"
      value={email}
      readOnly
    />
  )
}
