"use strict";

const page = document.getElementById("docs");

SwaggerUIBundle({
  domNode: page,
  url: page.dataset.document,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null, // nothing is asked elsewhere
});
