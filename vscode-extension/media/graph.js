// The page of the workflow graph: draws what it is sent, marks the node at the
// cursor, and says which node was asked for.
(() => {
  const vscode = acquireVsCodeApi()
  const place = document.getElementById('graph')
  const refused = document.getElementById('refused')
  // The drawing brings its own styles; as an element of the page they are not allowed.
  const styles = new CSSStyleSheet()
  document.adoptedStyleSheets = [styles]
  let current = []

  const nodes = () => [...place.querySelectorAll('g[data-node]')]

  function draw(svg) {
    const focused = document.activeElement?.closest?.('g[data-node]')?.dataset.node
    const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
    const own = [...drawing.querySelectorAll('style')]
    styles.replaceSync(own.map((style) => style.textContent).join('\n'))
    for (const style of own) style.remove()
    place.replaceChildren(document.importNode(drawing, true))
    place.classList.remove('old')
    refused.hidden = true
    mark()
    nodes().find((n) => n.dataset.node === focused)?.focus({ preventScroll: true })
    const declared = nodes().filter((n) => n.dataset.line)
    vscode.postMessage({ type: 'drawn', nodes: declared.map(where) })
  }

  const where = ({ dataset }) => ({ node: dataset.node, path: dataset.path, line: Number(dataset.line) })

  function mark() {
    for (const n of nodes()) {
      if (current.includes(n.dataset.node)) n.setAttribute('aria-current', 'true')
      else n.removeAttribute('aria-current')
    }
  }

  function go(event) {
    const node = event.target.closest?.('g[data-line]')
    if (!node) return
    event.preventDefault()
    vscode.postMessage({ type: 'go', ...where(node) })
  }

  place.addEventListener('click', go)
  place.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(event)
  })
  window.addEventListener('message', ({ data }) => {
    switch (data.type) {
      case 'graph':
        draw(data.svg)
        break
      case 'refused':
        refused.textContent = data.text
        refused.hidden = false
        place.classList.add('old')
        break
      case 'cursor':
        current = data.nodes
        mark()
        place.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        break
    }
  })
  vscode.postMessage({ type: 'ready' })
})()
