// The linter's rules of this project (.oxlintrc.json).

/** Exported functions are function declarations. A constant with a type of its own may hold a function. */
const exportedFunctions = {
  create: (context) => ({
    'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator': (node) => {
      if (node.init?.type === 'ArrowFunctionExpression' && !node.id.typeAnnotation)
        context.report({ node, message: 'Exported functions are function declarations.' })
    },
  }),
}

export default { meta: { name: 'dayfern' }, rules: { 'exported-functions': exportedFunctions } }
