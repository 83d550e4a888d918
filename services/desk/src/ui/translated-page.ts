/** An unseen element inside a translation. It holds the text node that the translation stands for. */
const originalTag = 'askline-original'

/**
 * Makes changes of texts visible while the browser translates the page. Translators put a `<font>` where a text node was. React and
 * Preact would go on to change the node out of sight, and would fail when they look for it in its parent. Here the node stays
 * in the page inside its translation. When it is changed, it takes its place back, and the browser translates it anew.
 */
export function keepTextsLive(): void {
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (isOriginal(record.target)) outermost(record.target).remove()
      else if (record.type === 'characterData') showAgain(record.target)
      else for (const node of record.removedNodes) keepInTranslation(node, record)
    }
  })
  observer.observe(document, { childList: true, characterData: true, subtree: true })
  findPlacesInTranslations()
}

function keepInTranslation(node: Node, { addedNodes, previousSibling, nextSibling }: MutationRecord) {
  if (node.nodeType !== Node.TEXT_NODE || node.parentNode) return
  const translation = [...addedNodes, previousSibling, nextSibling].find(
    (one): one is HTMLElement => one !== null && isFont(one) && one.isConnected,
  )
  if (!translation || translation.querySelector(originalTag)) return
  const original = document.createElement(originalTag)
  original.hidden = true
  original.translate = false
  original.append(node)
  translation.append(original)
}

function showAgain(text: Node) {
  const { parentNode: original } = text
  if (original && isOriginal(original)) outermost(original).replaceWith(text)
}

/** React and Preact name a child by its text node also while a translation stands in its place. */
function findPlacesInTranslations() {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    return insertBefore.call(this, added, before && placeIn(this, before)) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    removeChild.call(this, placeIn(this, child))
    return child
  }
  // Moves a node without a reset of its state; Preact uses it where it exists.
  const { moveBefore } = Element.prototype as { moveBefore?: (moved: Node, before: Node | null) => void }
  if (!moveBefore) return
  Object.assign(Element.prototype, {
    moveBefore(this: Element, moved: Node, before: Node | null) {
      moveBefore.call(this, moved, before && placeIn(this, before))
    },
  })
}

/** Returns the child of `parent` that shows the translation of `node`, or `node` itself. */
function placeIn(parent: Node, node: Node): Node {
  const place = node.parentNode === parent ? node : outermost(node)
  return place.parentNode === parent ? place : node
}

/** Returns the outermost element of the translation around a node, or the node itself. */
function outermost(node: Node): ChildNode {
  let place = node
  for (let { parentNode } = place; parentNode && (isFont(parentNode) || isOriginal(parentNode)); { parentNode } = place)
    place = parentNode
  return place as ChildNode
}

const isFont = ({ nodeName }: Node) => nodeName === 'FONT'
const isOriginal = ({ nodeName }: Node) => nodeName === originalTag.toUpperCase()
