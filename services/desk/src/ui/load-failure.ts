/** Says that the script of this page did not arrive, with a button to load it again. The texts of the page are part of that script. */
export function showLoadFailure(): void {
  const isGerman = navigator.language.startsWith('de')
  const title = document.createElement('h1')
  title.textContent = isGerman ? 'Diese Seite konnte nicht geladen werden.' : 'This page could not be loaded.'
  const button = document.createElement('button')
  button.textContent = isGerman ? 'Seite neu laden' : 'Load the page again'
  button.onclick = () => location.reload()
  document.getElementById('root')?.replaceChildren(title, button)
}
